/* session_list.h - where somebody is signed in, and signing out. */
#ifndef LAN_SERVER_SESSION_LIST_H
#define LAN_SERVER_SESSION_LIST_H

struct ask;

/* Operations of ops.def. */
void op_logout(struct ask *ask);
void op_sessions(struct ask *ask);
void op_session_end(struct ask *ask);

#endif
