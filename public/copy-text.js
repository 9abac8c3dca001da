// For pages without other scripts: shows the buttons that copy a text, and makes them work.
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) break;
  const label = button.textContent;
  button.hidden = false;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, 4000);
  });
}
