# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spack recipe of Filigree. README.md beside it says how to use it from this tree."""
import os
import re

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage
    from spack_repo.builtin.build_systems.cuda import CudaPackage
except ImportError:
    pass  # before Spack 1.0 the next line brings them

from spack.package import *

# The recipe lies in the tree that it installs: <tree>/spack/package.py.
_tree = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


class Filigree(CMakePackage, CudaPackage):
    """Performance-portable sparse linear algebra in C++20 on Kokkos: sparse containers are structs of
    Kokkos Views, algorithms are Kokkos kernels that run on host OpenMP or CUDA, and hand-tuned kernels
    take over on the hot paths."""

    git = "file://" + _tree

    license("Apache-2.0 WITH LLVM-exception")

    test_requires_compiler = True  # the smoke test builds

    version("main", branch="main")

    variant("openmp", default=True, description="Kokkos with its OpenMP back end")
    variant("serial", default=True, description="Kokkos with its Serial back end")
    variant("shared", default=True, description="Build a shared library")
    variant("c", default=True, description="Build the C API")
    variant("compat", default=True, description="Build cuSPARSE's, cuSPARSELt's and hipSPARSE's interfaces")
    variant("fortran", default=False, description="Install the Fortran modules")
    variant("kokkos_kernels", default=False, description="Test against Kokkos Kernels")
    variant("librsb", default=False, description="Compare with librsb in the benchmarks")
    variant("tool", default=True, description="Build the command-line tool")
    variant("benchmarks", default=False, description="Build the benchmarks")
    # as Kokkos' recipe has it, which takes one architecture only: Spack then refuses several by itself
    variant(
        "cuda_arch",
        description="CUDA architecture",
        values=("none",) + CudaPackage.cuda_arch_values,
        default="none",
        multi=False,
        sticky=True,
        when="+cuda",
    )

    depends_on("c", type="build", when="+c")  # its tests and its example
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")  # their tests and examples
    depends_on("cmake@3.22:", type="build")
    depends_on("cmake@3.25.2:", type="build", when="+cuda")
    depends_on("zlib-api")

    # Filigree has no back-end switches of its own: it offers what its Kokkos was built with.
    depends_on("kokkos@5:")
    for _backend in ("openmp", "serial"):
        depends_on(f"kokkos+{_backend}", when=f"+{_backend}")
    for _arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={_arch}", when=f"+cuda cuda_arch={_arch}")
    # Kokkos compiles CUDA by Clang too, Filigree's tuned kernels are for nvcc.
    requires(
        "^kokkos+wrapper",
        "^kokkos+cmake_lang",
        policy="one_of",
        when="+cuda",
        msg="filigree+cuda needs nvcc: add ^kokkos+wrapper or ^kokkos+cmake_lang",
    )
    # a shared library cannot link a static Kokkos that was compiled for fixed addresses
    conflicts("^kokkos~shared~pic", when="+shared", msg="filigree+shared needs kokkos+shared or kokkos+pic")

    depends_on("googletest", type="test")
    depends_on("kokkos-kernels@5:", type="test", when="+kokkos_kernels")
    depends_on("benchmark", when="+benchmarks")
    # LGPL: linked by the benchmarks only, never by the library
    depends_on("librsb", when="+librsb")

    conflicts("+cuda", when="cuda_arch=none", msg="filigree+cuda needs one cuda_arch, e.g. cuda_arch=90")
    conflicts("+fortran", when="~c", msg="filigree+fortran needs filigree+c")
    conflicts("+librsb", when="~benchmarks", msg="librsb is compared with in the benchmarks only")

    def cmake_args(self):
        spec = self.spec
        devices = [name for name in ("openmp", "serial", "cuda") if spec.satisfies("+" + name)]
        args = [
            self.define("Kokkos_ROOT", spec["kokkos"].prefix),
            self.define("FILIGREE_REQUIRE_DEVICES", devices),
            self.define("FILIGREE_REQUIRE_ZLIB", True),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("FILIGREE_BUILD_TOOL", "tool"),
            self.define_from_variant("FILIGREE_BUILD_C", "c"),
            self.define_from_variant("FILIGREE_BUILD_CUSPARSE", "compat"),
            self.define_from_variant("FILIGREE_BUILD_HIPSPARSE", "compat"),
            self.define_from_variant("FILIGREE_BUILD_FORTRAN", "fortran"),
            self.define_from_variant("FILIGREE_BUILD_PERF_TESTS", "benchmarks"),
            self.define("FILIGREE_BUILD_EXAMPLES", False),  # installed as sources, built by the smoke test
            self.define("BUILD_TESTING", self.run_tests),
            self.define("FILIGREE_REFERENCE_TESTS", self.run_tests and spec.satisfies("+kokkos_kernels")),
            self.define("FETCHCONTENT_FULLY_DISCONNECTED", True),
        ]
        if spec.satisfies("+cuda") and not spec.satisfies("^kokkos+cmake_lang"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        return args

    def test_quickstart(self):
        """build the installed example against the installation and solve a system with it"""
        source = self.prefix.share.filigree.example
        build = join_path(os.getcwd(), "build")
        cmake = which(self.spec["cmake"].prefix.bin.cmake) or which("cmake")
        arguments = [
            "-S",
            source,
            "-B",
            build,
            f"-DFiligree_ROOT={self.prefix}",
            f"-DKokkos_ROOT={self.spec['kokkos'].prefix}",
        ]
        if self.spec.satisfies("+cuda") and not self.spec.satisfies("^kokkos+cmake_lang"):
            arguments.append(f"-DCMAKE_CXX_COMPILER={self['kokkos'].kokkos_cxx}")
        else:
            arguments.append(f"-DCMAKE_CXX_COMPILER={self.compiler.cxx}")
        if self.spec.satisfies("+fortran"):
            arguments.append(f"-DCMAKE_Fortran_COMPILER={self.compiler.fc}")
        cmake(*arguments)
        cmake("--build", build)
        quickstart = which(join_path(build, "filigree_example_quickstart"))
        out = quickstart("--grid", "40", output=str.split, error=str.split)
        residual = re.search(r"residual\s+\|\|b - A x\|\| / \|\|b\|\| = (\S+)", out)
        assert residual, f"no residual in:\n{out}"
        assert float(residual.group(1)) <= 1e-8, f"residual {residual.group(1)} is above 1e-8"
        if self.spec.satisfies("+fortran"):
            poisson = which(join_path(build, "filigree_example_fortran_poisson"))
            out = poisson(output=str.split, error=str.split)
            assert "largest error" in out, f"not what the Fortran example prints:\n{out}"
