/* my_data.h - download and deletion of all data of a person. */
#ifndef LAN_SERVER_MY_DATA_H
#define LAN_SERVER_MY_DATA_H

struct ask;

/* Operations of ops.def. */
void op_export(struct ask *ask);
void op_forget(struct ask *ask);

#endif
