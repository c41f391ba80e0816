// The page works without this: it counts down, copies, follows the charge. Words and times are the server's.
(() => {
  const $ = (id) => document.getElementById(id);
  const main = $('page');
  const { events, status } = main.dataset;
  const opened = performance.now();
  let expires = Number(main.dataset.expires);
  // The server's clock when this page's own stood at zero.
  let zero = Number(main.dataset.now) - opened;
  let source;
  let heard = opened;
  let asking = false;
  // When the payer last left for somebody else's page: a reload would end the way to one that is slow.
  let gone = -15e3;

  const isPayable = (state) => state === 'pending' || state === 'authenticating';
  const isLive = () => main.dataset.live === 'true';

  const show = (told) => {
    heard = performance.now();
    zero = told.now - heard;
    expires = told.expires || 0;
    const { methods } = main.dataset;
    // More ways to pay have come, or one has failed; none are told where nothing can be paid.
    if (methods && told.methods && told.methods !== methods && heard - gone > 15e3) return location.reload();
    $('returned').textContent = told.returned || '';
    if (told.state === main.dataset.state) return;
    const stays = told.state === 'authenticating' && $('pay');
    // What to pay with is the server's to draw.
    if (isPayable(told.state) && !stays) return location.reload();
    const isInside = !stays && $('pay')?.contains(document.activeElement);
    if (!stays) $('pay')?.remove();
    main.dataset.state = told.state;
    main.dataset.live = told.live;
    $('title').textContent = told.title;
    $('text').textContent = told.text;
    document.title = told.title + document.title.slice(document.title.indexOf(' · '));
    if (isInside) $('title').focus();
    if (told.live) return;
    $('updates').hidden = true;
    source?.close();
  };

  const ask = async () => {
    if (asking || !isLive()) return;
    asking = true;
    try {
      const answer = await fetch(status, { cache: 'no-store' });
      if (answer.ok) show(await answer.json());
    } catch {
      // Offline: asked again soon.
    }
    asking = false;
  };

  const listen = () => {
    if (!isLive()) return;
    source = new EventSource(events);
    source.onmessage = (event) => show(JSON.parse(event.data));
    source.onerror = () => source.readyState === EventSource.CLOSED && setTimeout(listen, 15e3);
  };

  const tick = () => {
    const left = Math.ceil((expires - zero - performance.now()) / 1e3);
    const clock = $('left');
    if (clock && left > 0) {
      const parts = [left / 3600, (left / 60) % 60, left % 60].map((part) => String(Math.floor(part)).padStart(2, '0'));
      clock.textContent = (left < 3600 ? parts.slice(1) : parts).join(':');
      clock.parentNode.hidden = false;
    }
    const silence = performance.now() - heard;
    const isOver = left <= 0 && isPayable(main.dataset.state);
    const patience = source?.readyState === EventSource.OPEN ? 30e3 : 5e3;
    if (!document.hidden && silence > (isOver ? 1e3 : patience)) void ask();
  };

  for (const part of document.querySelectorAll('.to-copy')) {
    const [copy, said, code] = ['button', 'p', 'textarea, input'].map((name) => part.querySelector(name));
    copy.hidden = false;
    copy.onclick = async () => {
      let isCopied = true;
      try {
        await navigator.clipboard.writeText(code.value);
      } catch {
        code.select();
        // In some browsers a selection alone leaves the focus where it was, and the keys to copy with it.
        code.focus();
        isCopied = document.execCommand('copy');
      }
      said.textContent = '';
      said.classList.toggle('by-hand', !isCopied);
      setTimeout(() => {
        said.textContent = isCopied ? copy.dataset.copied : copy.dataset.byHand;
      }, 50);
    };
    code.onfocus = () => code.select();
  }

  document.addEventListener('click', ({ target }) => {
    if (target.closest('#pay a')) gone = performance.now();
  });

  const back = () => document.hidden || ask();
  document.addEventListener('visibilitychange', back);
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    gone = -15e3;
    void ask();
  });
  addEventListener('online', back);
  $('updates').hidden = false;
  listen();
  tick();
  setInterval(tick, 1e3);
})();
