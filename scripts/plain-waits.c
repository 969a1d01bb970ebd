#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Waits without libfaketime, which gives the true time to a signal handler that runs while it waits: PostgreSQL's own time-outs would find
 * that they are hours early, and ring that much later.
 */
int epoll_wait(int fd, struct epoll_event *events, int most, int millis) {
  return syscall(SYS_epoll_pwait, fd, events, most, millis, 0, 8);
}
