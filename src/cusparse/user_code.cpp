// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/user_code.hpp>

#include <dlfcn.h>

#include <initializer_list>

#include <filigree/core/error.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>

namespace filigree::cusparse {
namespace {

[[noreturn]] void refuse(Status status, const char* call, const std::string& found,
                         const char* expected) {
  detail::throw_error(status, {call, "code", found, expected, "see docs/cusparse_interface.md"});
}

/// A library by the first of these names that is there.
class Loaded {
 public:
  Loaded(std::initializer_list<const char*> names) : first_(*names.begin()) {
    for (const char* const name : names)
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  template <class Function>
  Function* function(const char* call, const char* name) const {
    void* const found = library_ == nullptr ? nullptr : dlsym(library_, name);
    if (found == nullptr)
      refuse(Status::not_supported, call, std::string(first_) + " is not there, or lacks " + name,
             "the libraries of the CUDA toolkit that NVRTC needs");
    return reinterpret_cast<Function*>(found);
  }

 private:
  const char* first_;
  void* library_ = nullptr;  // stays: what it has compiled may run until the end
};

const Loaded& compiler() {
  static const Loaded library{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  return library;
}
const Loaded& linker() {
  static const Loaded library{"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"};
  return library;
}
const Loaded& driver() {
  static const Loaded library{"libcuda.so.1"};
  return library;
}

/// The kernel's LTO-IR.
std::vector<char> compile(const char* call, const std::string& arch, const std::string& source) {
  using Program = void*;
  using Create =
      int(Program*, const char*, const char*, int, const char* const*, const char* const*);
  const auto destroy = compiler().function<int(Program*)>(call, "nvrtcDestroyProgram");
  const auto size_of = compiler().function<int(Program, std::size_t*)>(call, "nvrtcGetLTOIRSize");
  const auto get = compiler().function<int(Program, char*)>(call, "nvrtcGetLTOIR");
  const auto make =
      compiler().function<int(Program, int, const char* const*)>(call, "nvrtcCompileProgram");
  Program program = nullptr;
  std::vector<char> code;
  int status = compiler().function<Create>(call, "nvrtcCreateProgram")(
      &program, source.c_str(), "filigree_kernel", 0, nullptr, nullptr);
  const std::string target = "-arch=compute_" + arch;
  const char* const options[] = {target.c_str(), "-rdc=true", "-dlto", "-std=c++11"};
  if (status == 0) status = make(program, 4, options);
  std::size_t bytes = 0;
  if (status == 0) status = size_of(program, &bytes);
  if (status == 0) {
    code.resize(bytes);
    status = get(program, code.data());
  }
  if (program != nullptr) destroy(&program);
  if (status != 0)
    refuse(Status::not_supported, call, "NVRTC's error " + std::to_string(status),
           "an NVRTC that knows the device");
  return code;
}

}  // namespace

const char* scalar_in_cuda(const char* call, cudaDataType type) {
  switch (type) {
    case CUDA_R_32F:
      return "float";
    case CUDA_R_64F:
      return "double";
    case CUDA_C_32F:
      return "float2";
    case CUDA_C_64F:
      return "double2";
    default:
      require(false, call, "computeType", "a type without operators of the caller's",
              "CUDA_R_32F, CUDA_R_64F, CUDA_C_32F or CUDA_C_64F");
      return nullptr;
  }
}

std::vector<char> link_user_code(const char* call, int arch, const std::string& source,
                                 const std::vector<CodeBytes>& code) {
  using Link = void*;
  const auto create =
      linker().function<int(Link*, std::uint32_t, const char**)>(call, "nvJitLinkCreate");
  const auto add = linker().function<int(Link, int, const void*, std::size_t, const char*)>(
      call, "nvJitLinkAddData");
  const auto complete = linker().function<int(Link)>(call, "nvJitLinkComplete");
  const auto size_of =
      linker().function<int(Link, std::size_t*)>(call, "nvJitLinkGetLinkedCubinSize");
  const auto get = linker().function<int(Link, void*)>(call, "nvJitLinkGetLinkedCubin");
  const auto destroy = linker().function<int(Link*)>(call, "nvJitLinkDestroy");
  constexpr int ltoir = 3;

  const std::vector<char> kernel = compile(call, std::to_string(arch), source);
  const std::string target = "-arch=sm_" + std::to_string(arch);
  const char* options[] = {target.c_str(), "-lto"};
  Link link = nullptr;
  int status = create(&link, 2, options);
  if (status == 0) status = add(link, ltoir, kernel.data(), kernel.size(), "filigree_kernel");
  for (const CodeBytes& piece : code)
    if (status == 0) status = add(link, ltoir, piece.data, piece.size, "code");
  if (status == 0) status = complete(link);
  std::size_t bytes = 0;
  std::vector<char> linked;
  if (status == 0) status = size_of(link, &bytes);
  if (status == 0) {
    linked.resize(bytes);
    status = get(link, linked.data());
  }
  if (link != nullptr) destroy(&link);
  if (status != 0)
    refuse(Status::invalid_value, call, "nvJitLink's error " + std::to_string(status),
           "LTO-IR of NVRTC with the function that the call is documented to need");
  return linked;
}

UserCode::UserCode(const char* call, const cusparseContext& handle, const std::string& source,
                   const std::vector<CodeBytes>& code) {
  require(!handle.target.is_host(), call, "code", "code for a device on a host",
          "no code of the caller's");
  int device = 0, major = 0, minor = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  const std::vector<char> linked = link_user_code(call, 10 * major + minor, source, code);
  const auto load = driver().function<int(void**, const void*)>(call, "cuModuleLoadData");
  const auto find = driver().function<int(void**, void*, const char*)>(call, "cuModuleGetFunction");
  cudaFree(nullptr);  // this thread has the device's context from here on
  int status = load(&module_, linked.data());
  if (status == 0) status = find(&kernel_, module_, "filigree_kernel");
  if (status == 0) return;
  if (module_ != nullptr) driver().function<int(void*)>(call, "cuModuleUnload")(module_);
  refuse(Status::execution_failed, call, "the driver's error " + std::to_string(status),
         "code for this device");
}

UserCode::~UserCode() {
  if (module_ != nullptr) driver().function<int(void*)>("", "cuModuleUnload")(module_);
}

void UserCode::set_variable(const char* call, const cusparseContext& handle, const char* name,
                            const void* data, std::size_t bytes) const {
  check_pointer(call, "input_data", data);
  const auto find = driver().function<int(std::uint64_t*, std::size_t*, void*, const char*)>(
      call, "cuModuleGetGlobal_v2");
  std::uint64_t address = 0;
  std::size_t size = 0;
  const bool is_there = find(&address, &size, module_, name) == 0;
  check(is_there, call, "global_data_name", name, "a variable of the code");
  check(size == bytes, call, "data_size", std::to_string(bytes).c_str(),
        ("the variable's size, " + std::to_string(size)).c_str());
  copy_and_wait(call, handle, reinterpret_cast<void*>(address), data, bytes);
}

void UserCode::launch(const char* call, const cusparseContext& handle, std::int64_t threads,
                      void** arguments) const {
  using Launch = int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     cudaStream_t, void**, void**);
  constexpr unsigned block = 256;
  const auto blocks = unsigned((threads + block - 1) / block);
  const int status = driver().function<Launch>(call, "cuLaunchKernel")(
      kernel_, blocks, 1, 1, block, 1, 1, 0, handle.stream, arguments, nullptr);
  if (status != 0)
    refuse(Status::execution_failed, call, "the driver's error " + std::to_string(status),
           "a kernel that starts");
}

}  // namespace filigree::cusparse
