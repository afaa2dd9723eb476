import '../app.css';
import { mount } from 'svelte';
import Embed from './Embed.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('embed.html has no #app');
mount(Embed, { target, props: { table: location.pathname.split('/')[2] ?? '' } });
