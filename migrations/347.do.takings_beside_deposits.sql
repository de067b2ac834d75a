-- An order that a day took only because money was deposited in it: of those before it the day took all by themselves.
alter table kyc.takings add column beside_deposit boolean not null default false;
