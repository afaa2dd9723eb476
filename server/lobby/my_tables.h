/* my_tables.h - a person's own tables: one note for every table they have a part in. */
#ifndef LAN_SERVER_MY_TABLES_H
#define LAN_SERVER_MY_TABLES_H

struct ask;
struct room;
struct store_batch;

/* Writes a note into the batch for everybody whose part in the table is another than its summary in memory knows. */
void my_tables_put(struct store_batch *batch, const struct room *room);

/* Operations of ops.def. */
void op_me(struct ask *ask);

#endif
