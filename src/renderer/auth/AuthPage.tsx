import './auth.css'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '../app/Mark.tsx'
import { LanguageSwitch, ThemeToggle } from '../app/UserMenu.tsx'
import { isDesktop } from '../host/host.ts'
import { LoaderBar } from '../kit/LoaderBar.tsx'
import { usePageTitle } from '../kit/Page.tsx'
import { Callout } from '../kit/states.tsx'
import { endedWhyAtom } from '../session/session.ts'
import { ServerSettings } from '../settings/server-choice/ServerForm.tsx'

/** The pages of signing in. Who cannot sign in may have the wrong server, so that can be changed here. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <ClothPage tools={isDesktop ? <ServerSettings /> : null}>
      <Mark size={36} />
      <h1>{title}</h1>
      <EndedWhy />
      {children}
    </ClothPage>
  )
}

/** Somebody ended the session while its user worked: why. */
function EndedWhy() {
  const { t } = useTranslation()
  const why = useAtomValue(endedWhyAtom)
  return why === null ? null : (
    <Callout tone="warn">
      {t(why)} {t('What is kept as a draft stays on this computer, for you alone.')}
    </Callout>
  )
}

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
      <LoaderBar />
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
