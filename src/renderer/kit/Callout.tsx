import type { ReactNode } from 'react'

/** A note inside a page or dialog. */
export function Callout({ tone, children }: { tone?: 'good' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div className="callout" data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <div>{children}</div>
    </div>
  )
}
