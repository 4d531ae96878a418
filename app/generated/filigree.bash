# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Made by filigree --completion bash.
_filigree() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]} options
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    compopt +o default
    COMPREPLY=($(compgen -W '--help -h --version --man --completion info spy convert validate compare multiply add solve bench' -- "$word"))
    return
  fi
  # --option=value is three words
  if [ "$word" = '=' ]; then
    word=
  elif [ "$before" = '=' ]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case "$command $before" in
    "--completion --completion")
      compopt +o default
      COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word"))
      return
      ;;
    "info --json")
      return
      ;;
    "info --threads")
      compopt +o default
      return
      ;;
    "spy --output" | "spy -o")
      return
      ;;
    "spy --bins")
      compopt +o default
      return
      ;;
    "spy --title")
      compopt +o default
      return
      ;;
    "spy --threads")
      compopt +o default
      return
      ;;
    "convert --output" | "convert -o")
      return
      ;;
    "convert --layout")
      compopt +o default
      COMPREPLY=($(compgen -W 'csr csc coo' -- "$word"))
      return
      ;;
    "convert --compression")
      compopt +o default
      return
      ;;
    "convert --threads")
      compopt +o default
      return
      ;;
    "validate --limit")
      compopt +o default
      return
      ;;
    "validate --json")
      return
      ;;
    "validate --threads")
      compopt +o default
      return
      ;;
    "compare --tolerance")
      compopt +o default
      return
      ;;
    "compare --json")
      return
      ;;
    "compare --threads")
      compopt +o default
      return
      ;;
    "multiply --output" | "multiply -o")
      return
      ;;
    "multiply --cap")
      compopt +o default
      return
      ;;
    "multiply --threads")
      compopt +o default
      return
      ;;
    "add --output" | "add -o")
      return
      ;;
    "add --alpha")
      compopt +o default
      return
      ;;
    "add --beta")
      compopt +o default
      return
      ;;
    "add --threads")
      compopt +o default
      return
      ;;
    "solve --right-hand-side" | "solve -b")
      return
      ;;
    "solve --method")
      compopt +o default
      COMPREPLY=($(compgen -W 'cg bicgstab gmres' -- "$word"))
      return
      ;;
    "solve --preconditioner")
      compopt +o default
      COMPREPLY=($(compgen -W 'none jacobi sgs sgs_color ilu0 ic0 ilut' -- "$word"))
      return
      ;;
    "solve --drop-tolerance")
      compopt +o default
      return
      ;;
    "solve --fill")
      compopt +o default
      return
      ;;
    "solve --tolerance")
      compopt +o default
      return
      ;;
    "solve --restart")
      compopt +o default
      return
      ;;
    "solve --max-iterations")
      compopt +o default
      return
      ;;
    "solve --output" | "solve -o")
      return
      ;;
    "solve --plot")
      return
      ;;
    "solve --json")
      return
      ;;
    "solve --threads")
      compopt +o default
      return
      ;;
    "bench --formats")
      compopt +o default
      return
      ;;
    "bench --samples")
      compopt +o default
      return
      ;;
    "bench --svg")
      return
      ;;
    "bench --json")
      return
      ;;
    "bench --threads")
      compopt +o default
      return
      ;;
  esac
  [ "${word#-}" != "$word" ] || return
  case $command in
    info) options='--json --measure --threads --lenient --help -h' ;;
    spy) options='--output -o --bins --title --stored --threads --lenient --help -h' ;;
    convert) options='--output -o --layout --expand --compression --threads --lenient --help -h' ;;
    validate) options='--sorted --limit --json --threads --lenient --help -h' ;;
    compare) options='--tolerance --pattern --json --threads --lenient --help -h' ;;
    multiply) options='--output -o --cap --threads --lenient --help -h' ;;
    add) options='--output -o --alpha --beta --threads --lenient --help -h' ;;
    solve) options='--right-hand-side -b --method --preconditioner --drop-tolerance --fill --tolerance --restart --max-iterations --output -o --plot --json --threads --lenient --help -h' ;;
    bench) options='--formats --samples --svg --json --threads --lenient --help -h' ;;
  esac
  COMPREPLY=($(compgen -W "$options" -- "$word"))
}
complete -o bashdefault -o default -F _filigree filigree
