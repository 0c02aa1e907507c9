/** @file Where the page begins: language, theme, the header, and the page of the address. */

import {changeSettings, onSettings, settings} from './store.js';
import {loadLanguage, wantedLanguage, language} from './i18n.js';
import {catalogue} from './api.js';
import {defineIcons} from './icons.js';
import {drawFrame} from './frame.js';
import {render, startRouting} from './router.js';
import {miniatures} from '../board/miniature.js';

function applyTheme() {
  const {dataset} = document.documentElement;
  if (settings.theme === 'auto') delete dataset.theme;
  else dataset.theme = settings.theme;
  dataset.motion = settings.motion ? 'on' : 'off';
}

async function start() {
  applyTheme();
  const ready = loadLanguage();
  // What the page will ask for anyway is on its way while the words are; whoever asks hears of a failure.
  catalogue().catch(() => {});
  if (location.pathname === '/') void miniatures();
  defineIcons();
  await ready;
  drawFrame();
  onSettings(async () => {
    applyTheme();
    if (wantedLanguage() === language) return;
    await loadLanguage();
    drawFrame();
    await render();
  });
  // Another tab may have changed the settings; this one follows.
  addEventListener('storage', event => {
    if (event.key === 'damier.settings' && event.newValue) changeSettings(JSON.parse(event.newValue));
  });
  await startRouting();
}

void start();
