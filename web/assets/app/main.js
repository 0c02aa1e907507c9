/** @file Where the page begins: language, theme, the header, and the page of the address. */

import {changeSettings, onSettings, settings} from './store.js';
import {loadLanguage, wantedLanguage, language} from './i18n.js';
import {defineIcons} from './icons.js';
import {drawFrame} from './frame.js';
import {render, startRouting} from './router.js';

function applyTheme() {
  const {dataset} = document.documentElement;
  if (settings.theme === 'auto') delete dataset.theme;
  else dataset.theme = settings.theme;
  dataset.motion = settings.motion ? 'on' : 'off';
}

async function start() {
  applyTheme();
  const ready = loadLanguage();
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
