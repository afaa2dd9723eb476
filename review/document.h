/*
 * document.h - a review as one JSON object: what `lanterne review --json`, the server, the page and the
 * Python package give. docs/review.md describes its fields.
 *
 * It holds both languages, and everything of the match: it is for those who may see the whole replay.
 */
#ifndef LAN_REVIEW_DOCUMENT_H
#define LAN_REVIEW_DOCUMENT_H

#include "review.h"
#include "write.h"

/*
 * Adds the members of a review to the object that is open in `json`. Of one seat with its curve, its marks
 * and its beliefs, where the review has them; of all seats, for LAN_WATCHER, without these. `names` as for
 * lan_event_say.
 */
void review_document(const struct review *review, int seat, const char *const *names, struct lan_json *json);

#endif
