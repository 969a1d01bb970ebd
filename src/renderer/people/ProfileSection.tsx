import { type ReactNode, useId } from 'react'

/** A part of the profile, under a heading of its own. */
export function ProfileSection({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {tools ? <div className="section-tools">{tools}</div> : null}
      </div>
      {children}
    </section>
  )
}
