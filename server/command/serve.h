/* serve.h - `lanterne serve`: runs the server. */
#ifndef LAN_SERVER_SERVE_H
#define LAN_SERVER_SERVE_H

/* Runs until a signal ends it; returns the exit status: 0 done, 1 failed, 2 wrong usage. */
int serve_main(int argc, char **argv);

#endif
