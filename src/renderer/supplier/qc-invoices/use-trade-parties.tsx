import { type ReactNode, useState } from 'react'
import { TradePartiesDialog } from './TradePartiesDialog.tsx'

/** Exporters and consignees of export papers: `const parties = useTradeParties(); … parties.open() … {parties.dialog}` */
export function useTradeParties(): { open: () => void; dialog: ReactNode } {
  const [turn, setTurn] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setTurn((now) => now + 1)
    setOpen(true)
  }
  const dialog =
    turn === 0 ? null : <TradePartiesDialog key={`parties ${turn}`} isOpen={isOpen} onClose={() => setOpen(false)} />
  return { open, dialog }
}
