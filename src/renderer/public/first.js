/*
 * Draws the sign-in form, or the frame without its content, while the program is on its way: on a slow line that takes many seconds. What is
 * typed here, and a press of the button, the program takes over (`app/first-page.ts`). Asks for the Chinese beside the program.
 * The desktop has the program on its disk and needs none of this.
 */
;(() => {
  if (navigator.userAgent.includes('Electron')) return
  const root = document.documentElement
  const saved = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }

  const named = saved('theme')
  const isDark = named === 'dark' || (named !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.classList.toggle('bp6-dark', isDark)
  root.style.colorScheme = isDark ? 'dark' : 'light'
  const look = isDark
    ? { ground: '#131417', surface: '#1b1c20', line: '#34363d', text: '#e8e8ea', soft: '#26282e' }
    : { ground: '#fbfbfa', surface: '#ffffff', line: '#b9b9b2', text: '#1c1d21', soft: '#f0f0ed' }

  const cookie = /(?:^|; )i18next=([^;]+)/.exec(document.cookie)?.[1]
  const asked = new URLSearchParams(location.search).get('lng')
  const isChinese = /^zh\b/i.test(asked ?? cookie ?? saved('i18nextLng') ?? navigator.language)
  const words = isChinese
    ? { title: '登录', email: '邮箱', password: '密码', loading: '正在加载…' }
    : { title: 'Sign in', email: 'Email', password: 'Password', loading: 'Loading…' }
  const isAtFacility = saved('userRole') !== null && location.pathname.startsWith('/supply-management')
  const wanted = [isChinese && root.dataset.chinese, root.dataset.screens, isAtFacility && root.dataset.facility]
  for (const file of wanted.flatMap((files) => (files ? files.split(' ') : []))) ask(file)

  function ask(file) {
    const how = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
    document.head.append(Object.assign(document.createElement('link'), { ...how, crossOrigin: '', href: file }))
  }

  function element(tag, style, facts = {}, ...children) {
    const made = Object.assign(document.createElement(tag), facts)
    Object.assign(made.style, style)
    made.append(...children)
    return made
  }

  function field(name, type, label, autocomplete) {
    const input = element(
      'input',
      {
        ...{
          display: 'block',
          boxSizing: 'border-box',
          width: '100%',
          height: '38px',
          marginTop: '4px',
          padding: '0 10px',
        },
        ...{
          font: 'inherit',
          color: look.text,
          background: look.surface,
          border: `1px solid ${look.line}`,
          borderRadius: '4px',
        },
      },
      { id: `first-${name}`, name, type, autocomplete },
    )
    // The program's own form takes the focus as it is drawn, before it can ask where it was.
    input.addEventListener('focus', () => {
      first.dataset.focused = name
    })
    input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) press()
    })
    return element('label', { display: 'block', marginBottom: '14px' }, {}, label, input)
  }

  const button = element(
    'button',
    {
      ...{ display: 'block', width: '100%', height: '40px', font: 'inherit', fontWeight: '600', cursor: 'pointer' },
      ...{ color: '#ffffff', background: '#3b4aa8', border: '0', borderRadius: '4px' },
    },
    { type: 'button', textContent: words.title },
  )
  button.addEventListener('click', press)

  /** Notes that the form is to be sent as soon as there is a program that can. */
  function press() {
    first.dataset.pressed = 'yes'
    button.textContent = words.loading
    button.style.opacity = '0.6'
  }

  function signIn() {
    const title = element(
      'h1',
      { margin: '0 0 20px', font: 'inherit', fontSize: '22px', fontWeight: '600' },
      { textContent: words.title },
    )
    const fields = [
      field('email', 'email', words.email, 'username'),
      field('password', 'password', words.password, 'current-password'),
    ]
    return element(
      'div',
      { width: 'min(340px, calc(100% - 48px))', margin: '24vh auto 0' },
      {},
      title,
      ...fields,
      button,
    )
  }

  function frame() {
    const bar = (style) => element('div', { background: look.soft, borderRadius: '4px', ...style })
    const side = Array.from({ length: 9 }, () => bar({ height: '14px', margin: '0 16px 16px' }))
    const rows = Array.from({ length: 14 }, () => bar({ height: '18px', margin: '0 24px 12px' }))
    return element(
      'div',
      { display: 'flex', height: '100%' },
      { role: 'status', ariaLabel: words.loading },
      element('div', { width: '216px', paddingTop: '62px', borderRight: `1px solid ${look.soft}` }, {}, ...side),
      element(
        'div',
        { flex: '1', paddingTop: '14px' },
        {},
        bar({ width: '30%', height: '18px', margin: '0 24px 46px' }),
        ...rows,
      ),
    )
  }

  // Kept by the program for a signed-in user; the server alone knows whether the session still holds.
  const isSigningIn =
    location.pathname === '/login' ||
    (saved('userRole') === null && !/^\/(forgot-password|supply-management)/.test(location.pathname))
  const first = element(
    'div',
    {
      ...{ position: 'fixed', inset: '0', zIndex: '1', background: look.ground, color: look.text },
      font: '13px "Inter", "Segoe UI", -apple-system, "Noto Sans", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
    },
    { id: 'first' },
    isSigningIn ? signIn() : frame(),
  )
  if (document.getElementById('root')?.hasChildNodes() === false) {
    document.body.prepend(first)
    if (isSigningIn) document.getElementById('first-email').focus()
  }
})()
