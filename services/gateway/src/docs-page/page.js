for (const button of document.querySelectorAll('.sample button')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.nextElementSibling.textContent);
    button.textContent = 'Copied';
  });
}
