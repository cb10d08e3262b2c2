import '../chat/style.css';
import { mount } from 'svelte';
import { keepFocus } from '../chat/keep-focus.ts';
import App from './App.svelte';

mount(App, { target: document.body });
keepFocus();
