import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { Mark } from '../app/Mark.tsx'
import { ThemeToggle } from '../app/ThemeToggle.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import './auth.css'

/** The pages outside the frame: the cloth with its edge at the left, the form at the right. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <div className="auth">
      <aside className="auth-cloth" aria-hidden="true">
        <p className="auth-word">Selvedge</p>
        <p className="auth-line">{t('Orders, packing lists, boxes and labels, from one edge to the other.')}</p>
      </aside>
      <div className="auth-side">
        <header className="auth-tools">
          <LanguageSwitch />
          <ThemeToggle />
        </header>
        <main className="auth-form">
          <Mark size={36} />
          <h1>{title}</h1>
          {children}
        </main>
      </div>
    </div>
  )
}
