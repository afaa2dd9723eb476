// Notifications of the browser, outside the page.

export function noticesAllowed(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

// Undefined in browsers that have the API, but do not allow a page to use it.
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

// Asks for permission and shows a first notification as confirmation.
export async function noticesBegin(text: string): Promise<'on' | 'refused' | 'not'> {
  if (!('Notification' in globalThis) || !isSecureContext) return 'not';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  return noticeShow('begin', text) ? 'on' : 'not';
}
