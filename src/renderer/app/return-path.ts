/** Where a user was before signing in travels in the address, as a path of our own. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  if (pathname.startsWith('/supply-management/')) return '/supply-management/login'
  if (pathname === '/' || pathname === '/login') return '/login'
  return `/login?next=${encodeURIComponent(pathname + search)}`
}

/** The way back, or null. Only a path of this program: never another site, whatever a link says. */
export function returnPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || next.includes('\\') || next.startsWith('/login')) return null
  return next
}
