for (const figure of document.querySelectorAll('.sample')) {
  const example = figure.querySelector('pre');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(example.textContent);
      button.textContent = 'Copied';
    } catch {
      // No clipboard without TLS, or none for this page: the reader's own keys can copy what is selected.
      getSelection().selectAllChildren(example);
      button.textContent = 'Selected';
    }
  });
  figure.querySelector('figcaption').append(button);
}

const search = document.querySelector('search');
const [input, list, status] = ['input', 'ul', '[role=status]'].map((selector) => search.querySelector(selector));
const SHOWN = 8;
let index;

/** Read once, when somebody begins to search; a second try follows a first that failed. */
function entries() {
  index ??= fetch('/docs/search.json').then(
    (answer) => answer.json(),
    () => {
      index = undefined;
      return [];
    },
  );
  return index;
}

/** What has every word: best where the title begins with it, then in the title, then below it. */
function found(all, words) {
  const scored = all.map((entry) => {
    const [title, page, text] = [entry.title, entry.page, entry.text].map((part) => part.toLowerCase());
    const scores = words.map((word) => {
      if (title.startsWith(word)) return 8;
      if (title.includes(word)) return 5;
      if (page.includes(word)) return 2;
      return text.includes(word) ? 1 : 0;
    });
    return { entry, score: scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 0) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

function excerpt({ text }, words) {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
  const from = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1;
  const end = text.length > from + 120 ? text.lastIndexOf(' ', from + 120) : text.length;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

function row(entry, words) {
  const link = document.createElement('a');
  link.href = entry.href;
  const parts = [entry.title, entry.page, excerpt(entry, words)];
  for (const [tag, text] of ['b', 'em', 'small'].map((name, i) => [name, parts[i]])) {
    if (text) link.append(Object.assign(document.createElement(tag), { textContent: text }));
  }
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length === 0 ? [] : found(await entries(), words);
  list.replaceChildren(...hits.slice(0, SHOWN).map((entry) => row(entry, words)));
  list.hidden = hits.length === 0;
  status.textContent = words.length === 0 ? '' : hits.length === 0 ? 'Nothing found' : `${hits.length} found`;
  status.classList.toggle('visually-hidden', words.length === 0 || hits.length > 0);
}

function close() {
  list.hidden = true;
  status.textContent = '';
  status.classList.add('visually-hidden');
}

search.hidden = false;
input.addEventListener('focus', entries);
input.addEventListener('input', show);
search.addEventListener('keydown', (event) => {
  const stops = [input, ...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    stops[Math.min(stops.length - 1, Math.max(0, stops.indexOf(document.activeElement) + step))].focus();
  } else if (event.key === 'Enter' && document.activeElement === input) stops[1]?.click();
  else if (event.key === 'Escape') {
    close();
    input.focus();
  }
});
search.addEventListener('focusout', ({ relatedTarget }) => search.contains(relatedTarget) || close());
list.addEventListener('click', close);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || /^(input|textarea)$/i.test(event.target.tagName)) return;
  event.preventDefault();
  input.focus();
});
