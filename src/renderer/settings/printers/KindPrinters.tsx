import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PRINT_SIZES, type PrintKind, printKinds } from '../../../shared/areas/labels/rules.ts'
import type { PrintChoice, PrintChoices, RememberChoice } from '../../../shared/bridge.ts'
import { useAction } from '../../actions/useAction.ts'
import { host } from '../../host/host.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { ProfileSection } from '../../people/ProfileScreen.tsx'
import { KindPrinterForm } from '../../print/KindPrinterForm.tsx'
import { printKindNames } from '../../print/kinds.ts'
import { firstChoice } from '../../print/PrintDialog.tsx'

/** One card for each kind of label and one for documents, and how a test page is read. */
export function KindPrinters() {
  const { t } = useTranslation()
  return (
    <ProfileSection title={t('Printers for labels and papers')}>
      <p className="settings-lead">
        {t(
          'These choices stay on this computer. Print a test page and lay a ruler on it: 50 mm on the page must measure 50 mm. If it does not, switch off scaling or “fit to page” in the printer’s driver.',
        )}
      </p>
      <KindCards kinds={printKinds} />
    </ProfileSection>
  )
}

export function KindCards({ kinds, canTest = true }: { kinds: readonly PrintKind[]; canTest?: boolean }) {
  const { asked, change } = useChoices()
  return (
    <Loaded answer={asked} rows={6}>
      {(choices) => (
        <ul className="kind-cards">
          {kinds.map((kind) => (
            <KindCard
              key={kind}
              kind={kind}
              canTest={canTest}
              choice={choices[kind] ?? firstChoice}
              onChange={(next) => change(kind, next)}
            />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

interface KindCardProps {
  kind: PrintKind
  canTest: boolean
  choice: PrintChoice
  onChange: (choice: PrintChoice) => void
}

function KindCard({ kind, canTest, choice, onChange }: KindCardProps) {
  const { t } = useTranslation()
  const name = t(printKindNames[kind])
  const { widthMm, heightMm } = PRINT_SIZES[kind]
  return (
    <li>
      <fieldset className="kind-card" aria-label={name}>
        <div className="kind-head">
          <strong>{name}</strong>
          <span className="muted">{t('{{width}} × {{height}} mm', { width: widthMm, height: heightMm })}</span>
        </div>
        <KindPrinterForm kind={kind} choice={choice} onChange={onChange} canTest={canTest} />
      </fieldset>
    </li>
  )
}

const choicesKey = ['print-choices']

/** What this computer prints each kind on; changed is kept. */
export function useChoices() {
  const client = useQueryClient()
  const asked = useQuery({ queryKey: choicesKey, queryFn: () => host.print.choices(), gcTime: 0 })
  const keep = useAction((saved: RememberChoice) => host.print.remember(saved), { done: () => null, refresh: [] })
  const change = (kind: PrintKind, choice: PrintChoice) => {
    client.setQueryData<PrintChoices>(choicesKey, (before) => ({ ...before, [kind]: choice }))
    // A field that is being emptied to type another number is no choice yet.
    if (choice.copies > 0) void keep.run({ kind, choice })
  }
  return { asked, change }
}
