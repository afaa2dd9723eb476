/* admin.h - `lanterne admin`: works on the store of a server, which may be running. */
#ifndef LAN_SERVER_ADMIN_H
#define LAN_SERVER_ADMIN_H

/* Exit status: 0 done, 1 failed or not found, 2 wrong usage. */
int admin_main(int argc, char **argv);

#endif
