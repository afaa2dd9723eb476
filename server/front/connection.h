/*
 * connection.h - handles what arrives on connections: requests for files, operations by HTTP, WebSocket
 * messages.
 *
 * Every operation becomes an ask (ask.h) that is passed to op_dispatch.
 */
#ifndef LAN_SERVER_CONNECTION_H
#define LAN_SERVER_CONNECTION_H

struct conn;

/* For net_listen: makes a client for a new connection and reads HTTP from it. */
void connection_open(struct conn *conn);

#endif
