-- Compatible with the version before.
-- Whether visitors of an agent got no reply, or one without a model, lately: for the list of a person's businesses. Only such turns
-- are in these indexes, so other replies do not pay for them. The index turns_without_model is only used by the version before.
create index turns_failed_by_agent on turns (charged_agent, ended_at) where state in ('failed', 'interrupted') and charged_agent is not null;
create index turns_without_model_by_agent on turns (charged_agent, ended_at)
  where state = 'answered' and charge = 'refunded' and error is not null and charged_agent is not null;
