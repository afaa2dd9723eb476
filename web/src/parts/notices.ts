// Notices of the browser itself, outside the page.

export function noticesAllowed(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

// Some browsers have the word and yet show none of a page's own: undefined then.
export function noticeShow(tag: string, text: string): Notification | undefined {
  try {
    const notice = new Notification('Lanterne', { body: text, tag });
    notice.onclick = () => {
      focus();
      notice.close();
    };
    return notice;
  } catch {
    return undefined;
  }
}

// Asks for permission and shows a first one, so that what is switched on is seen to work.
export async function noticesBegin(text: string): Promise<'on' | 'refused' | 'not'> {
  if (!('Notification' in globalThis) || !isSecureContext) return 'not';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  return noticeShow('begin', text) ? 'on' : 'not';
}
