for (const button of document.querySelectorAll('.sample button')) {
  const example = button.nextElementSibling;
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
}
