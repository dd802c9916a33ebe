-- Compatible with the version before.
-- The replies that were written without a model because none answered, for the list of a person's businesses.
create index turns_without_model on turns (ended_at, conversation_id) where state = 'answered' and charge = 'refunded';
