/* ops.h - finding and running operations; ops.def lists them all. */
#ifndef LAN_SERVER_OPS_H
#define LAN_SERVER_OPS_H

struct ask;
struct op;

const struct op *op_find(const char *name);
/* Runs or fails the operation; takes over the ask. */
void op_dispatch(struct ask *ask);

/* Operations of ops.def. */
void op_hello(struct ask *ask);
void op_test_step(struct ask *ask);

#endif
