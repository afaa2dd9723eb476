/*
 * retention_orphans.h - documents whose person or chat is gone.
 *
 * A deletion takes a person's documents with it (my_data.h), and a table's those of the people at it
 * (retention_tables.h). Left over are notes of watchers that they spoke at a table which was deleted, and
 * whatever a crash or a lost database kept a deletion from finding.
 */
#ifndef LAN_SERVER_RETENTION_ORPHANS_H
#define LAN_SERVER_RETENTION_ORPHANS_H

struct server;

/*
 * Deletes documents of the spaces SPACES_OF_PERSON whose person is not there, and those of SPACE_SAID whose
 * table has no chat any more. One run at a time.
 */
void orphans_expire(struct server *server);

#endif
