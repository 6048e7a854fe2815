import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { session } from '$lib/session.svelte';

// After an upgrade an open page may want a file that is gone: the new page has its successor.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded') ?? 0);
  if (Date.now() - last < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem('reloaded', String(Date.now()));
  location.reload();
});

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

await session.start();
mount(App, { target });
