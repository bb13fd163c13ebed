/** Rows of the first register that no register makes, but whoever has its login could send. */
export function writeOddRows(sql: (text: string) => string): void {
  sql(`insert into hub.shift (id, register_id, seq, profile_id, opened_at, doc)
    values ('odd', 1, 1, 'p', 5, '{"shift": {"base": "{not json"}, "shift_movement": "x"}'),
      ('odder', 1, 1, 'p', 5, '{"shift": {"base": "[{\\"currency\\": \\"COP\\", \\"other\\": 1e300}]"}, "shift_movement": [{"amount": "1", "currency": 5}]}')`)
  sql(`insert into hub.shift (id, register_id, seq, profile_id, opened_at, closed_at, doc)
    values ('oddest', 1, 1, 'p', 5, 6, '{"shift_close": [{"report": "{"}]}')`)
  sql(`insert into hub.shift (id, register_id, seq, profile_id, opened_at, closed_at, number, doc)
    values ('bare', 1, 1, 'p', 5, 6, 9223372036854775807, '{"shift_close": [{"report": "{\\"drawers\\": [{\\"difference\\": {\\"minor\\": 5}}]}"}]}'),
      ('long', 1, 1, 'p', 9223372036854775807, null, null, '{}'),
      ('early', 1, 1, 'p', -9223372036854775808, null, null, '{}')`)
  sql(`insert into hub.other (register_id, kind, key, seq, doc)
    values (1, 'balance', 'x', 9, '[]'), (1, 'debt', 'x', 9, '{"debt_entry": {"amount": "x"}}'),
      (1, 'debt', 'y', 9, '{"debt_entry": {"amount": 1, "currency": "", "profile_id": "p"}}'),
      (1, 'balance', 'y', 9, '{"balance_snapshot": {"profile_id": "p", "currency": "COP", "balance": 5}}')`)
  // Sales that no register makes, each also as one that is pending in every way.
  const odd = (id: string, more: string, direction = 'in', tender = 'credit') =>
    sql(`insert into hub.sale (id, created_at, register_id, seq, profile_id, revision, state, is_open,
        product_id, currency, amount, total, reference, doc)
      select '${id}', o.created_at, 1, 1, 'p', 1, 'APPROVED', true, 'p', o.currency, 1, o.total, 'odd',
        '{"sale": {"direction": "${direction}", "tender": "${tender}", "first_amount": 5, "may_owe": 1, "is_paid": 0,
          "is_late": 1, "cash_outcome": "partial", "balance_change": -3, "shift": "odd"}}'
      from (select 5::bigint as created_at, 'COP' as currency, 7::bigint as total) plain,
        lateral (select ${more}) o`)
  const all = { created_at: 'plain.created_at', currency: 'plain.currency', total: 'plain.total' }
  const but = (change: Partial<typeof all>) =>
    Object.entries({ ...all, ...change })
      .map(([name, value]) => `${value} as ${name}`)
      .join(', ')
  odd('sideways', but({}), 'x')
  odd('paid', but({}), 'x', 'cash')
  odd('nameless', but({ currency: "''" }))
  odd('low', but({ total: '-9223372036854775808' }))
  odd('high', but({ total: '9223372036854775807' }), 'out')
  odd('before', but({ created_at: '-9223372036854775808' }))
  odd('after', but({ created_at: '9223372036854775807' }))
  sql(
    'update hub.register set clock_ahead = 9223372036854775807, waiting = -9223372036854775808 where id = 1',
  )
  sql('update hub.stream set known_until = -9223372036854775808 where register_id = 1')
}
