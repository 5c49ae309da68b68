// @ts-check
/// <reference types="vite/client" />
import DefaultTheme from 'vitepress/theme-without-fonts';
import { Landing } from './landing.mjs';
import './style.css';

/** @type {import('vitepress').Theme} */
export default { extends: DefaultTheme, enhanceApp: ({ app }) => void app.component('Landing', Landing) };
