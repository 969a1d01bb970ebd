import { Button } from '@blueprintjs/core'
import type { DraftContent } from '../../../shared/areas/production/calls.ts'
import { useSay } from '../../actions/say.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { differences } from './draft-words.ts'
import type { FoundOrder } from './parts.tsx'
import type { OrderDraft } from './use-draft.ts'

const shown = 12

/** What became of an order while it was typed on: a draft that was saved elsewhere, an order that changed, somebody else who types. Both values stand side by side. */
export function DraftNotes({ found, draft }: { found: FoundOrder; draft: OrderDraft }) {
  const { t, instant } = useLocale()
  const say = useSay()
  const { content, saved, others } = draft
  // A draft of quantities at a step that has no fields for them.
  const shut = found.moves.find(({ move }) => move === 'edit')?.closed ?? null
  const isOfGrid = [content.lines, content.due_on, content.needs_marker, content.remark].some(
    (one) => one !== undefined,
  )
  const hasOwn = Object.values(content).some((part) => part !== undefined)
  return (
    <>
      {draft.hasProblem ? <Callout tone="warn">{draft.state}</Callout> : null}
      {draft.isConflict ? (
        <Callout tone="warn">
          <strong>{t('Your draft was saved elsewhere meanwhile. Nothing is lost: choose which one stays.')}</strong>
          <Differences
            found={found}
            sides={[
              [t('Typed here'), content],
              [saved ? t('Saved {{at}}', { at: instant(saved.saved_at) }) : t('In the order'), saved?.content ?? null],
            ]}
          />
          <div className="production-actions">
            <Button size="small" text={t('Keep what is typed here')} onClick={() => draft.settle('mine')} />
            <Button size="small" text={t('Take the saved one')} onClick={() => draft.settle('saved')} />
          </div>
        </Callout>
      ) : draft.isOld ? (
        <Callout tone="warn">
          <strong>{t('The order was changed since you typed your draft. Nothing of it is lost.')}</strong>
          <Differences
            found={found}
            sides={[
              [t('Your draft'), content],
              [t('In the order'), null],
            ]}
          />
          {shut !== null && isOfGrid ? (
            <p>
              {t('Quantities, due date and remark cannot be changed at this step:')}{' '}
              {say.message(shut.message, shut.values)}
            </p>
          ) : null}
          <div className="production-actions">
            <Button size="small" text={t('Go on with my draft')} onClick={() => void draft.keepOn()} />
            <Button size="small" text={t('Drop my draft')} onClick={draft.drop} />
          </div>
        </Callout>
      ) : null}
      {others.map((one) => (
        <Callout key={`${one.saved_by} ${one.saved_at}`}>
          {t('{{name}} has a draft of this order, saved {{at}}.', { name: one.saved_by, at: instant(one.saved_at) })}
          <Differences
            found={found}
            sides={[
              [hasOwn ? t('Your draft') : t('In the order'), content],
              [one.saved_by, one.content],
            ]}
          />
          <div className="production-actions">
            <Button size="small" text={t('Take over into my draft')} onClick={() => draft.change(one.content)} />
          </div>
        </Callout>
      ))}
    </>
  )
}

interface DifferencesProps {
  found: FoundOrder
  sides: readonly (readonly [title: string, content: DraftContent | null])[]
}

function Differences({ found, sides }: DifferencesProps) {
  const words = useLocale()
  const rows = differences(
    found,
    sides.map(([, content]) => content),
    words,
  )
  const { t } = words
  if (rows.length === 0) return <p className="muted">{t('They say the same.')}</p>
  return (
    <table className="plain-table production-sides" aria-label={t('Both side by side')}>
      <thead>
        <tr>
          <th scope="col">{t('Differs in')}</th>
          {sides.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, shown).map(({ label, said }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {said.map((one, at) => (
              <td key={sides[at]?.[0]}>{one}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {rows.length > shown ? (
        <tfoot>
          <tr>
            <td colSpan={sides.length + 1}>{t('and {{n}} more', { n: rows.length - shown })}</td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}
