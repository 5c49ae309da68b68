"""pocl.py FILE: runs a simulation file of Oclgrind with an implementation of OpenCL, as Oclgrind does: compiles, launches, reads all buffers back."""
import array
import ctypes
import re
import sys

TYPES = {'uchar': 'B', 'int': 'i', 'uint': 'I', 'float': 'f', 'ulong': 'Q'}
READ_WRITE_COPY = 1 | 32
BUILD_LOG, ADDRESS_QUALIFIER, PRIVATE = 0x1183, 0x1196, 0x119E
ALL_DEVICES = 0xFFFFFFFF

cl = ctypes.CDLL('libOpenCL.so.1')
for name in ('clCreateContext', 'clCreateCommandQueue', 'clCreateProgramWithSource', 'clCreateKernel', 'clCreateBuffer'):
    getattr(cl, name).restype = ctypes.c_void_p


def check(status, what):
    if status != 0:
        sys.exit(f'{what}: OpenCL error {status}')


def made(function, *args):
    """The object that a function makes, whose last argument is where it puts an error."""
    status = ctypes.c_int()
    value = function(*args, ctypes.byref(status))
    check(status.value, function.__name__)
    return ctypes.c_void_p(value)


def values(text):
    """The values of an argument: `<size=16 float range=0:1:3>` or `<size=4 int fill=7>`."""
    size, kind, how, numbers = re.fullmatch(r'<size=(\d+) (\w+) (range|fill)=(\S+)>', text).groups()
    code = TYPES[kind]
    count = int(size) // array.array(code).itemsize
    if how == 'fill':
        return array.array(code, [float(numbers) if kind == 'float' else int(numbers)]) * count
    start, step, end = map(int, numbers.split(':'))
    return array.array(code, range(start, end + 1, step))


source, kernel_name, whole, group, *arguments = open(sys.argv[1]).read().split('\n')
sizes = [(ctypes.c_size_t * 3)(*map(int, line.split())) for line in (whole, group)]
platform, device = ctypes.c_void_p(), ctypes.c_void_p()
check(cl.clGetPlatformIDs(1, ctypes.byref(platform), None), 'clGetPlatformIDs')
check(cl.clGetDeviceIDs(platform, ctypes.c_uint64(ALL_DEVICES), 1, ctypes.byref(device), None), 'clGetDeviceIDs')
context = made(cl.clCreateContext, None, 1, ctypes.byref(device), None, None)
queue = made(cl.clCreateCommandQueue, context, device, ctypes.c_uint64(0))
text = ctypes.c_char_p(open(source, 'rb').read())
program = made(cl.clCreateProgramWithSource, context, 1, ctypes.byref(text), None)
if cl.clBuildProgram(program, 1, ctypes.byref(device), b'-cl-kernel-arg-info', None, None) != 0:
    log = ctypes.create_string_buffer(1 << 16)
    cl.clGetProgramBuildInfo(program, device, BUILD_LOG, ctypes.c_size_t(len(log)), log, None)
    sys.exit(log.value.decode())
kernel = made(cl.clCreateKernel, program, kernel_name.encode())
buffers = []
for index, line in enumerate(filter(None, arguments)):
    data = values(line)
    address, size = data.buffer_info()[0], len(data) * data.itemsize
    qualifier = ctypes.c_uint()
    check(cl.clGetKernelArgInfo(kernel, index, ADDRESS_QUALIFIER, ctypes.c_size_t(4), ctypes.byref(qualifier), None), 'clGetKernelArgInfo')
    if qualifier.value == PRIVATE:
        check(cl.clSetKernelArg(kernel, index, ctypes.c_size_t(size), ctypes.c_void_p(address)), 'clSetKernelArg')
        continue
    buffer = made(cl.clCreateBuffer, context, ctypes.c_uint64(READ_WRITE_COPY), ctypes.c_size_t(size), ctypes.c_void_p(address))
    check(cl.clSetKernelArg(kernel, index, ctypes.c_size_t(8), ctypes.byref(buffer)), 'clSetKernelArg')
    buffers.append((buffer, size, address, data))
check(cl.clEnqueueNDRangeKernel(queue, kernel, 3, None, *sizes, 0, None, None), 'clEnqueueNDRangeKernel')
for buffer, size, address, _ in buffers:
    read = (queue, buffer, 1, ctypes.c_size_t(0), ctypes.c_size_t(size), ctypes.c_void_p(address), 0, None, None)
    check(cl.clEnqueueReadBuffer(*read), 'clEnqueueReadBuffer')
for _, _, _, data in buffers if '--print' in sys.argv else ():
    print(data[:8].tolist())
