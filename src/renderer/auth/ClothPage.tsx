import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../app/LanguageSwitch.tsx'
import { ThemeToggle } from '../app/ThemeToggle.tsx'
import './auth.css'

interface ClothPageProps {
  children: ReactNode
  className?: string
  /** Before language and theme. */
  tools?: ReactNode
}

/** The look of everything outside the frame: the cloth with its edge at the left, what is asked at the right. */
export function ClothPage({ children, className = '', tools }: ClothPageProps) {
  const { t } = useTranslation()
  return (
    <div className="auth">
      <aside className="auth-cloth" aria-hidden="true">
        <p className="auth-word">Selvedge</p>
        <p className="auth-line">{t('Orders, packing lists, boxes and labels, from one edge to the other.')}</p>
      </aside>
      <div className="auth-side">
        <header className="auth-tools">
          {tools}
          <LanguageSwitch />
          <ThemeToggle />
        </header>
        <main className={`auth-form ${className}`}>{children}</main>
      </div>
    </div>
  )
}
