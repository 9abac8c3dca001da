-- Each tax line of a price bears what it was levied on, so that refunds and the tax report read it where both derived it.
create function with_tax_bases(price jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_set(price, '{lines}', (
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
$$;

create function lacks_tax_bases(price jsonb) returns boolean language sql immutable parallel safe as
$$ select price @? '$.lines[*] ? (@.kind == "tax" && !exists(@.base))' $$;

update quotes set price = with_tax_bases(price) where lacks_tax_bases(price);

-- A process of the release before writes none while this one starts beside it.
create function complete_tax_bases() returns trigger language plpgsql as $$
begin
  new.price := with_tax_bases(new.price);
  return new;
end $$;
create trigger complete_tax_bases before insert on quotes
  for each row when (lacks_tax_bases(new.price)) execute function complete_tax_bases();

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
