/** @file Inviting somebody: the link, a button that shares it, and its QR code. */

import {button, h} from '../app/dom.js';
import {words} from '../app/i18n.js';
import {qrCode} from '../app/qr.js';
import {copyButton} from './copy.js';

/** @param {string} url @param {string} title */
async function share(url, title) {
  try {
    await navigator.share({title, url});
  } catch {
    // Whoever closes the system's dialog has changed their mind.
  }
}

/** Whether only this machine can open a link. @param {string} url */
const isHereOnly = url => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

/** How a server is started that others can reach, on the port of a link. @param {string} url */
const listenElsewhere = url => `damier serve --listen 0.0.0.0:${new URL(url).port}`;

/** A link that can be copied, shared and scanned. @param {string} url @param {string} lead @param {string} title */
export function linkCard(url, lead, title) {
  const field = h('input', {
    type: 'text',
    readonly: true,
    class: 'link-field',
    'aria-label': words.invite.link,
    value: url,
    onfocus: () => field.select(),
  });
  const canShare = typeof navigator.share === 'function';
  return h(
    'div',
    {class: 'link-card'},
    h('p', {class: 'link-lead'}, lead),
    qrCode(url, words.invite.qr),
    field,
    isHereOnly(url) && h('p', {class: 'link-warning'}, words.invite.hereOnly, ' ', h('code', {}, listenElsewhere(url))),
    h(
      'div',
      {class: 'row'},
      copyButton(words.invite.copy, () => url, canShare ? '' : 'primary'),
      canShare && button(words.invite.share, () => share(url, title), {icon: 'share', class: 'primary'}),
    ),
  );
}
