import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { session } from '$lib/session.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

await session.start();
mount(App, { target });
