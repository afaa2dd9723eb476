/* png.h - a picture as a PNG file: 8 bits each of red, green and blue. */
#ifndef LAN_SERVER_PNG_H
#define LAN_SERVER_PNG_H

struct buf;
struct canvas;

void png_write(struct buf *out, const struct canvas *canvas);

#endif
