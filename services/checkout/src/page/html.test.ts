import test from 'ava';
import { Html, html } from './html.ts';

test('a value is text, markup that a template made is markup, what is absent leaves nothing', (t) => {
  const item = html`<i title="${'"<&>\''}">${1}</i>`;
  t.is(item.text, '<i title="&quot;&lt;&amp;&gt;&#39;">1</i>');
  t.is(html`<p>${item}${undefined}${[item, new Html('<br>')]}</p>`.text, `<p>${item.text}${item.text}<br></p>`);
});
