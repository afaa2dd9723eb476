// Updates with parts of fields (docs/protocol.md, "Parts") as updates with whole fields, which is what the
// rest of the page reads. Views are never changed in place: those of earlier moments are still shown.
import type { Parts, Update } from '../../../protocol/lanterne';

type View = Record<string, unknown>;

function replaced(value: unknown, path: unknown[], now: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return now;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? replaced(item, rest, now) : item));
  const fields = value as View;
  return { ...fields, [String(step)]: replaced(fields[String(step)], rest, now) };
}

// The top-level fields that differ from `before`. A part of a field that is not known is left out: then the
// whole of it is on its way, as the answer to `open`.
function fieldsOf(before: View, fields: View, parts: Parts | undefined): View {
  const now: View = { ...fields };
  for (const part of parts ?? []) {
    const [name, ...path] = part.slice(0, -1);
    const field = String(name);
    if (field in now || field in before) now[field] = replaced(field in now ? now[field] : before[field], path, part.at(-1));
  }
  return now;
}

// `before` is the view of the update before this one.
export function whole(update: Update, before: View): Update {
  let at = before;
  const steps = update.steps?.map(({ parts, ...step }) => {
    const view = fieldsOf(at, step.view, parts);
    at = { ...at, ...view };
    return { ...step, view };
  });
  const { parts, ...rest } = update;
  return { ...rest, view: fieldsOf(before, update.view, parts), ...(steps ? { steps } : {}) };
}
