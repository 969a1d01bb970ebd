import { Button, Dialog } from '@blueprintjs/core'
import { ArrowLeft, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TraceHits } from './TraceHits.tsx'
import { TraceLife } from './TraceLife.tsx'
import { useTracing } from './use-tracing.ts'

interface TraceDialogProps {
  /** Looked up at once; empty: nothing yet. */
  code: string
  onClose: () => void
  /** After a way out to another screen. */
  onLeave: () => void
}

/** One field for every code, and under it what it may be, or the life of what was opened. The field is always ready for the next scan. */
export function TraceDialog({ code, onClose, onLeave }: TraceDialogProps) {
  const { t } = useTranslation()
  const listId = useId()
  const { field, settled, found, hits, recent, options, active, trail, keep } = useTracing(code)
  const { life, lives, open, back } = trail
  const isListed = !life && options.length > 0
  const goBack = (event: KeyboardEvent) => {
    if (!life || event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Backspace')) return
    event.preventDefault()
    event.stopPropagation()
    back()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Trace a code')}
      className="trace-dialog"
      transitionDuration={0}
      shouldReturnFocusOnClose
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: going back works wherever in the dialog the focus is */}
      <div className="trace" onKeyDown={goBack}>
        <div className="trace-field">
          {life ? (
            <Button variant="minimal" icon={<ArrowLeft />} aria-label={t('Back to what was found')} onClick={back} />
          ) : (
            <Search size={16} aria-hidden="true" />
          )}
          <input
            {...field}
            autoFocus
            role="combobox"
            aria-label={t('Order, SKU, style, box, tracking ID, shipment or invoice')}
            aria-expanded={isListed}
            aria-controls={listId}
            aria-activedescendant={isListed ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            placeholder={t('Order, SKU, style, box, tracking ID, shipment or invoice')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </div>
        {life ? (
          // Those behind the last one stay, so that the way back leads to the same opened line at the same place.
          lives.map((each, place) => (
            <TraceLife
              // biome-ignore lint/suspicious/noArrayIndexKey: the way grows and shrinks at its end only
              key={`${place} ${each.kind} ${each.code}`}
              traced={each}
              isShown={place === lives.length - 1}
              onOpen={open}
              onKnown={(title) => keep({ ...each, title })}
              onLeave={onLeave}
            />
          ))
        ) : (
          <TraceHits
            listId={listId}
            text={settled}
            found={found}
            hits={hits}
            recent={recent}
            active={active}
            onOpen={open}
          />
        )}
      </div>
    </Dialog>
  )
}
