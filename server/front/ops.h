/* ops.h - finds and runs operations; ops.def lists them. */
#ifndef LAN_SERVER_OPS_H
#define LAN_SERVER_OPS_H

struct ask;
struct op;
struct room;

const struct op *op_find(const char *name);
/* Runs the operation of an ask, or fails it; takes ownership of the ask. */
void op_dispatch(struct ask *ask);

/* Operations of ops.def. */
void op_hello(struct ask *ask);
void op_test_break(struct ask *ask, struct room *room);
void op_test_bots(struct ask *ask);
void op_test_step(struct ask *ask);

#endif
