-- Each tax line of a price bears what it was levied on, so that refunds and the tax report read it where both derived it.
update quotes set price = jsonb_set(price, '{lines}', (
  select jsonb_agg(
    case line ->> 'kind'
      when 'tax' then line || jsonb_build_object('base', (
        select coalesce(sum((other ->> 'amount')::bigint), 0)
        from jsonb_array_elements(price -> 'lines') as other
        where case other ->> 'kind'
          when 'tax' then (other ->> 'step')::integer < (line ->> 'step')::integer
          when 'fee' then (other ->> 'isTaxed')::boolean
          else true
        end
      ))
      else line
    end
    order by place
  )
  from jsonb_array_elements(price -> 'lines') with ordinality as one (line, place)
))
where price -> 'lines' @> '[{"kind": "tax"}]';

create or replace function price_taxes(price jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return (
    with shares as (
      select jurisdiction, amount as due, 0 as exempt, base as taxable
      from jsonb_to_recordset(price -> 'lines') as line (kind text, amount bigint, jurisdiction text, base bigint)
      where kind = 'tax'
      union all
      select jurisdiction, 0, base, 0
      from jsonb_to_recordset(coalesce(price -> 'exempt', '[]')) as exempt (jurisdiction text, base bigint)
    )
    select coalesce(jsonb_agg(to_jsonb(share)), '[]') from (
      select jurisdiction, greatest(max(taxable), 0) as taxable, greatest(max(exempt), 0) as exempt, sum(due) as due
      from shares group by jurisdiction order by jurisdiction
    ) as share
  );
end $$;
