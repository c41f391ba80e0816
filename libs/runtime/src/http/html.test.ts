import test from 'ava';
import { Html, html } from './html.ts';

test('a value is text, markup that a template made is markup, what is absent leaves nothing', (t) => {
  const item = html`<i title="${'"<&>\''}">${1}</i>`;
  t.is(item.text, '<i title="&quot;&lt;&amp;&gt;&#39;">1</i>');
  t.is(html`<p>${item}${undefined}${[item, new Html('<br>')]}</p>`.text, `<p>${item.text}${item.text}<br></p>`);
});

test('a value reads as it is written: no direction is turned and no line is ended by it', (t) => {
  t.is(html`<b>${'Loja \u202egpj\u2028 Azul\u200b'}</b>`.text, '<b>Loja gpj Azul</b>');
});
