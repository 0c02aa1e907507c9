-- Games that are over may go after a while.
CREATE INDEX standings_over ON standings (updated_at) WHERE over;
