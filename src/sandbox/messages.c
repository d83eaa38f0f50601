#include "sandbox/messages.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define HEAD offsetof(struct request, path)

/* Room for descriptors beside a message, and aligned for their header. */
union beside {
	char room[CMSG_SPACE(ANSWER_FILES * sizeof(int))];
	struct cmsghdr head;
};

bool request_send(int socket, const struct request *r)
{
	ssize_t n;

	do
		n = send(socket, r, HEAD + strlen(r->path) + 1, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n > 0;
}

bool request_receive(int socket, struct request *r)
{
	ssize_t n;

	memset(r, 0, sizeof *r);
	do
		n = recv(socket, r, sizeof *r, 0);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return false;
	if ((size_t)n <= HEAD || memchr(r->path, '\0', (size_t)n - HEAD) == NULL)
		r->kind = UINT32_MAX;
	return true;
}

bool answer_send(int socket, const struct answer *a)
{
	union beside beside = {.room = {0}};
	struct iovec bytes = {(void *)a, sizeof *a};
	struct msghdr m = {.msg_iov = &bytes, .msg_iovlen = 1};
	struct cmsghdr *head;
	ssize_t n;

	if (a->count) {
		m.msg_control = beside.room;
		m.msg_controllen = CMSG_SPACE(a->count * sizeof *a->files);
		head = CMSG_FIRSTHDR(&m);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(a->count * sizeof *a->files);
		memcpy(CMSG_DATA(head), a->files, a->count * sizeof *a->files);
	}
	do
		n = sendmsg(socket, &m, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n > 0;
}

bool answer_receive(int socket, struct answer *a)
{
	union beside beside = {.room = {0}};
	struct iovec bytes = {a, sizeof *a};
	struct msghdr m = {.msg_iov = &bytes,
			   .msg_iovlen = 1,
			   .msg_control = beside.room,
			   .msg_controllen = sizeof beside.room};
	const struct cmsghdr *head;
	size_t came = 0;
	ssize_t n;

	do
		n = recvmsg(socket, &m, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof *a)
		return false;
	head = CMSG_FIRSTHDR(&m);
	if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
		came = (head->cmsg_len - CMSG_LEN(0)) / sizeof *a->files;
	if (came)
		memcpy(a->files, CMSG_DATA(head), came * sizeof *a->files);
	return came == a->count; /* fewer, when we have no numbers left for them */
}
