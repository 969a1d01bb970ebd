/**
 * What `public/first.js` drew while the program was on its way, and what was typed there. Its own element beside the program's root, so that
 * nothing typed is lost between the two.
 */
const firstPage = () => document.getElementById('first')

const inputs = ['email', 'password'] as const

export interface FirstTyped {
  email: string
  password: string
  /** The button was pressed, or Enter: the form is to be sent. */
  isPressed: boolean
  focused: (typeof inputs)[number] | null
}

/** Takes the first page away and gives what was typed on it; null where nothing was drawn. */
export function takeFirstTyped(): FirstTyped | null {
  const page = firstPage()
  const [email, password] = inputs.map((name) => page?.querySelector<HTMLInputElement>(`#first-${name}`))
  if (!page || !email || !password) return null
  const typed = {
    email: email.value,
    password: password.value,
    isPressed: page.dataset.pressed === 'yes',
    focused: inputs.find((name) => page.dataset.focused === name) ?? null,
  }
  page.remove()
  return typed
}

/** Takes the first page away as soon as the program has drawn a page of its own. */
export function leaveFirstPage(root: HTMLElement): void {
  const drawn = new MutationObserver(() => {
    if (root.querySelector('main') === null) return
    drawn.disconnect()
    firstPage()?.remove()
  })
  drawn.observe(root, { childList: true, subtree: true })
}
