/* A stand-in for /dev/udmabuf, which not every kernel has: buffers are then plain memory, which libcamera's virtual
   pipeline fills and reads all the same.  Preloaded into a process:  cc -shared -fPIC -o udmabuf.so udmabuf.c -ldl  */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct create { unsigned memfd, flags; unsigned long long offset, size; };  /* linux/udmabuf.h: udmabuf_create */
#define CREATE _IOW('u', 0x42, struct create)                               /* UDMABUF_CREATE */
#define SYNC _IOW('b', 0, unsigned long long)                               /* linux/dma-buf.h: DMA_BUF_IOCTL_SYNC */

static int opened(const char *path, int flags, mode_t mode, const char *name)
{
    int (*real)(const char *, int, mode_t) = dlsym(RTLD_NEXT, name);
    if (strcmp(path, "/dev/udmabuf"))
        return real(path, flags, mode);
    return memfd_create("udmabuf", MFD_CLOEXEC);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(path, flags, mode, "open");
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(path, flags, mode, "open64");
}

int ioctl(int file, unsigned long request, ...)
{
    int (*real)(int, unsigned long, void *) = dlsym(RTLD_NEXT, "ioctl");
    va_list more;
    va_start(more, request);
    void *argument = va_arg(more, void *);
    va_end(more);
    if (request == CREATE)
        return dup(((struct create *)argument)->memfd);
    if (request == SYNC)
        return 0;
    return real(file, request, argument);
}
