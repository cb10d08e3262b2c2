import '../chat/style.css';
import { createApp } from 'vue';
import { keepFocus } from '../chat/keep-focus.ts';
import App from './App.vue';

createApp(App).mount('#app');
keepFocus();
